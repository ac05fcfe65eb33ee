/* Counts, over all 154,143,080 seven-card hands of the 53-card deck, of the high and low hands that the
 * house way makes: a second house way, written for speed, that percentiles.py is fed from.
 *
 *   gcc -O2 -o /tmp/percentiles tests/twin/percentiles.c
 *   /tmp/percentiles count > /tmp/counts.txt        a line "wheel hand key count" for each value, minutes
 *   /tmp/percentiles set < hands.txt                a line "wheel c1 ... c7" (0..52) in, "back front" out
 *
 * A card is 4 * (rank - 2) + suit, the joker is 52. A value's key is its category and then up to five
 * numbers, five bits each, exactly the tuples of poker.py. Straights carry twice their top rank; the wheel
 * carries 10, or 27 where it is the second highest straight.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH, ROYAL, FIVE_ACES };
enum { JOKER = 52, ACE = 14 };

static int second_wheel; /* the option in force */

static int rank_of(int card) { return card == JOKER ? ACE : card / 4 + 2; }

static uint32_t key(int category, const int *n, int count) {
    uint32_t k = (uint32_t)category;
    for (int i = 0; i < 5; i++) k = k << 5 | (uint32_t)(i < count ? n[i] : 0);
    return k;
}

/* Twice the top rank of a straight made of exactly these five rank bits, or 0. */
static int height(unsigned bits) {
    if (bits == (1u << 14 | 1u << 2 | 1u << 3 | 1u << 4 | 1u << 5)) return second_wheel ? 27 : 10;
    for (int top = 6; top <= 14; top++)
        if (bits == 31u << (top - 4)) return 2 * top;
    return 0;
}

/* Five ranks without regard to suits or straights. */
static uint32_t by_counts(const int *ranks) {
    int count[15] = {0}, order[5], kinds = 0;
    for (int i = 0; i < 5; i++) count[ranks[i]]++;
    for (int n = 4; n >= 1; n--)
        for (int r = 14; r >= 2; r--)
            if (count[r] == n) order[kinds++] = r;
    int most = count[order[0]], next = kinds > 1 ? count[order[1]] : 0;
    int category = most == 4 ? QUADS : most == 3 ? (next == 2 ? FULL : TRIPS)
                 : most == 2 ? (next == 2 ? TWO_PAIR : PAIR) : HIGH;
    return key(category, order, kinds);
}

static uint32_t flush_of(unsigned bits) {
    int order[5], kinds = 0;
    for (int r = 14; r >= 2; r--)
        if (bits >> r & 1) order[kinds++] = r;
    return key(FLUSH, order, kinds);
}

static uint32_t best(uint32_t a, uint32_t b) { return a > b ? a : b; }

static uint32_t straight_key(int h, int suited) {
    return key(!suited ? STRAIGHT : h == 28 ? ROYAL : STRAIGHT_FLUSH, &h, 1);
}

/* The best value of five cards, one of which may be the joker. */
static uint32_t five(const int *cards) {
    int ranks[5], naturals = 0, suited = 1, suit = -1, aces = 0;
    unsigned bits = 0;
    for (int i = 0; i < 5; i++) {
        ranks[i] = rank_of(cards[i]);
        if (cards[i] == JOKER) continue;
        naturals++;
        aces += ranks[i] == ACE;
        bits |= 1u << ranks[i];
        if (suit < 0) suit = cards[i] & 3;
        else if (suit != (cards[i] & 3)) suited = 0;
    }
    if (naturals == 4 && aces == 4) return key(FIVE_ACES, NULL, 0);
    uint32_t value = by_counts(ranks);
    if (__builtin_popcount(bits) < naturals) return value;
    if (naturals == 5) {
        int h = height(bits);
        if (h) return straight_key(h, suited);
        return suited ? flush_of(bits) : value;
    }
    for (int r = 2; r <= 14; r++) {
        if (bits >> r & 1) continue;
        int h = height(bits | 1u << r);
        if (h) value = best(value, straight_key(h, suited));
        if (suited) value = best(value, flush_of(bits | 1u << r));
    }
    return value;
}

static uint32_t two(int a, int b) {
    int n[2] = {rank_of(a), rank_of(b)};
    if (n[0] < n[1]) { int t = n[0]; n[0] = n[1]; n[1] = t; }
    return n[0] == n[1] ? key(PAIR, n, 1) : key(HIGH, n, 2);
}

struct set { uint32_t back, front; };

static void rest_of(const int *hand, int i, int j, int *five_cards) {
    for (int k = 0, n = 0; k < 7; k++)
        if (k != i && k != j) five_cards[n++] = hand[k];
}

/* These two ranks in front, the physical cards that leave the best back. */
static struct set front_of(const int *hand, int a, int b) {
    struct set found = {0, 0};
    int back[5];
    for (int i = 0; i < 7; i++)
        for (int j = i + 1; j < 7; j++) {
            int x = rank_of(hand[i]), y = rank_of(hand[j]);
            if (!((x == a && y == b) || (x == b && y == a))) continue;
            rest_of(hand, i, j, back);
            uint32_t value = five(back);
            if (value > found.back) found = (struct set){value, two(hand[i], hand[j])};
        }
    return found;
}

static int is_complete(uint32_t value) {
    int category = (int)(value >> 25);
    return category == STRAIGHT || category == FLUSH || category == STRAIGHT_FLUSH || category == ROYAL;
}

/* The highest front that leaves a complete hand, then the best back; back 0 if there is none. */
static struct set highest_complete(const int *hand) {
    struct set found = {0, 0};
    int back[5];
    for (int i = 0; i < 7; i++)
        for (int j = i + 1; j < 7; j++) {
            rest_of(hand, i, j, back);
            uint32_t value = five(back), front = two(hand[i], hand[j]);
            if (is_complete(value) && (front > found.front || (front == found.front && value > found.back)))
                found = (struct set){value, front};
        }
    return found;
}

/* A cheap test that never misses: enough cards of one suit, or of five ranks in a row. */
static int may_be_complete(const int *hand) {
    int suits[4] = {0}, joker = 0;
    unsigned bits = 0;
    for (int i = 0; i < 7; i++) {
        if (hand[i] == JOKER) { joker = 1; continue; }
        suits[hand[i] & 3]++;
        bits |= 1u << rank_of(hand[i]);
    }
    for (int s = 0; s < 4; s++)
        if (suits[s] + joker >= 5) return 1;
    if (bits >> 14 & 1) bits |= 2;
    for (int low = 1; low <= 10; low++)
        if (__builtin_popcount(bits >> low & 31) + joker >= 5) return 1;
    return 0;
}

static struct set house_way(const int *hand) {
    int count[15] = {0}, quads = 0, trips[2] = {0}, pairs[3] = {0}, odd[7] = {0};
    int nt = 0, np = 0, no = 0, fives = 0;
    for (int i = 0; i < 7; i++) count[rank_of(hand[i])]++;
    for (int r = 14; r >= 2; r--) switch (count[r]) {
        case 5: fives = r; break;
        case 4: quads = r; break;
        case 3: trips[nt++] = r; break;
        case 2: pairs[np++] = r; break;
        case 1: odd[no++] = r; break;
    }
    if (fives) return np && pairs[0] == 13 ? front_of(hand, 13, 13) : front_of(hand, ACE, ACE);
    if (quads) {
        if (nt) return front_of(hand, trips[0], trips[0]);
        if (np) return front_of(hand, pairs[0], pairs[0]);
        int split = quads >= 11 || (quads >= 7 && odd[0] != 13 && odd[0] != ACE);
        return split ? front_of(hand, quads, quads) : front_of(hand, odd[0], odd[1]);
    }
    if (nt == 2) return front_of(hand, trips[0], trips[0]);
    if (nt && np) return front_of(hand, pairs[0], pairs[0]);
    if (nt) {
        if (may_be_complete(hand)) {
            struct set found = highest_complete(hand);
            if (found.back) return found;
        }
        return trips[0] == ACE ? front_of(hand, ACE, odd[0]) : front_of(hand, odd[0], odd[1]);
    }
    if (np == 3) return front_of(hand, pairs[0], pairs[0]);
    if (np == 2) {
        int keep = pairs[0] >= 11 ? 0 : pairs[0] >= 7 ? odd[0] == ACE : odd[0] >= 13;
        return keep ? front_of(hand, odd[0], odd[1]) : front_of(hand, pairs[1], pairs[1]);
    }
    struct set found = {0, 0};
    if (may_be_complete(hand)) found = highest_complete(hand);
    if (np == 1) {
        struct set behind = front_of(hand, odd[0], odd[1]);
        if (!found.back) return behind;
        int exception = pairs[0] >= 10 && pairs[0] <= 13 && odd[0] == ACE;
        return exception && behind.front > found.front ? behind : found;
    }
    return found.back ? found : front_of(hand, odd[1], odd[2]);
}

enum { SLOTS = 1 << 16 };
struct table { uint32_t keys[SLOTS]; uint64_t counts[SLOTS]; };

static void add(struct table *t, uint32_t k) {
    uint32_t at = k * 2654435761u >> 16;
    while (t->counts[at] && t->keys[at] != k) at = (at + 1) % SLOTS;
    t->keys[at] = k;
    t->counts[at]++;
}

static void print(const struct table *t, const char *wheel, const char *hand) {
    for (int i = 0; i < SLOTS; i++)
        if (t->counts[i]) printf("%s %s %u %llu\n", wheel, hand, t->keys[i], (unsigned long long)t->counts[i]);
}

static void count_all(const char *wheel) {
    static struct table backs, fronts;
    memset(&backs, 0, sizeof backs);
    memset(&fronts, 0, sizeof fronts);
    int h[7];
    for (h[0] = 0; h[0] < 53; h[0]++)
    for (h[1] = h[0] + 1; h[1] < 53; h[1]++)
    for (h[2] = h[1] + 1; h[2] < 53; h[2]++)
    for (h[3] = h[2] + 1; h[3] < 53; h[3]++)
    for (h[4] = h[3] + 1; h[4] < 53; h[4]++)
    for (h[5] = h[4] + 1; h[5] < 53; h[5]++)
    for (h[6] = h[5] + 1; h[6] < 53; h[6]++) {
        struct set s = house_way(h);
        add(&backs, s.back);
        add(&fronts, s.front);
    }
    print(&backs, wheel, "back");
    print(&fronts, wheel, "front");
}

int main(int argc, char **argv) {
    if (argc == 2 && !strcmp(argv[1], "count")) {
        count_all("lowest");
        second_wheel = 1;
        count_all("second");
        return 0;
    }
    int h[7];
    char wheel[16];
    while (scanf("%15s %d %d %d %d %d %d %d", wheel, h, h + 1, h + 2, h + 3, h + 4, h + 5, h + 6) == 8) {
        second_wheel = !strcmp(wheel, "second");
        struct set s = house_way(h);
        printf("%u %u\n", s.back, s.front);
    }
    return 0;
}
