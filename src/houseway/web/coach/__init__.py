"""What players learn: advice, weighed decisions, drills."""
