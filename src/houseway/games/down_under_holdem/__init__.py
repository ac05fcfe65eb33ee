"""Down Under Hold'em: the dealer's two hole cards show their range before the first decision."""
