"""The words of a random stream once more: whole numbers of any size, lists, and no care for speed."""

from collections.abc import Iterator

SEED, STREAM = 0x0123456789ABCDEF, 17  # what the streams of tests start from


def twin_words(seed: int, stream: int, number: int) -> Iterator[int]:
    """The words of a shuffle, block after block."""
    block = 0
    while True:
        left, right = [block, (number >> 32) % 2**32], [number % 2**32, stream]
        keys = [seed % 2**32, seed >> 32]
        for _ in range(10):
            products = [left[0] * 0xD2511F53, left[1] * 0xCD9E8D57]
            high, low = [product >> 32 for product in products], [product % 2**32 for product in products]
            left = [high[1] ^ right[0] ^ keys[0], high[0] ^ right[1] ^ keys[1]]
            right = [low[1], low[0]]
            keys = [(keys[0] + 0x9E3779B9) % 2**32, (keys[1] + 0xBB67AE85) % 2**32]
        yield from (left[0], right[0], left[1], right[1])
        block += 1
