import "./english.js";
import { fromHex, hex, hmac, sha256, utf8 } from "../../../src/houseway/web/static/sha256.js";
import { equal } from "./assert.js";

Deno.test("the digests of FIPS 180-4's examples", () => {
  const known = {
    "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  };
  for (const [text, digest] of Object.entries(known)) equal(hex(sha256(utf8(text))), digest, text);
  equal(
    hex(sha256(utf8("a".repeat(1_000_000)))),
    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  );
});

Deno.test("every length around the ends of a block gives the digest of the runtime", async () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + 11) % 256);
    equal(hex(sha256(bytes)), hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))), `${length}`);
  }
});

Deno.test("the codes of RFC 4231's examples", () => {
  const cases = [
    ["0b".repeat(20), utf8("Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
    [
      hex(utf8("Jefe")),
      utf8("what do ya want for nothing?"),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ],
    [
      "aa".repeat(131), // longer than a block
      utf8("Test Using Larger Than Block-Size Key - Hash Key First"),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ],
  ];
  for (const [key, message, code] of cases) {
    equal(hex(hmac(fromHex(String(key)), /** @type {Uint8Array} */ (message))), code);
  }
});
