"""A simulated house: one seed drives people, storage, network and crashes."""
