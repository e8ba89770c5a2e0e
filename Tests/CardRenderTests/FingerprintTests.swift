import CardRender
import Testing

struct FingerprintTests {
  // The vectors of FIPS 180-4's examples.
  @Test func `the published texts have their published hashes`() {
    #expect(
      Fingerprint("abc").description
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      Fingerprint("").description
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }
}
