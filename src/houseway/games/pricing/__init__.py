"""What games share for counting, pricing and solving."""
