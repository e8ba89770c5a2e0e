import Testing

@testable import CardFiles

@Suite struct SafeNameTests {
  @Test(arguments: [
    ("Ann Lee.png", "Ann Lee.png"), ("A/B", "A_B"), ("AB", "AB"), ("a\\b:c", "a_b_c"),
    ("CON", "CON_"), ("con.png", "con_.png"), ("COM1.tar.gz", "COM1_.tar.gz"), ("COM¹", "COM¹_"),
    ("LPT10", "LPT10"), ("Nul .txt", "Nul _.txt"), ("", "_"), (".", "_"), ("..", "__"),
    ("../..", "_..___"), (".png", "_.png"), ("Ann.", "Ann_"), ("Ann ", "Ann_"), ("a\0b\n", "a_b_"),
    ("Jose\u{301}", "Jos\u{E9}"), ("a\u{202E}gnp", "a_gnp"), ("山田 太郎", "山田 太郎"),
  ])
  func `a text becomes a safe name`(_ text: String, _ name: String) {
    // Swift's == takes both ways to write an accent for one; a file system does not.
    #expect(Array(SafeName.make(text).unicodeScalars) == Array(name.unicodeScalars))
    #expect(SafeName.make(name) == name)
  }

  @Test(arguments: [
    String(repeating: "n", count: 300) + ".png", String(repeating: "é", count: 300) + ".png",
    String(repeating: "👩‍👩‍👧", count: 90) + ".png",
    "e" + String(repeating: "\u{302}", count: 300) + ".png",
    String(repeating: ". ", count: 200) + ".png",
  ])
  func `a long name keeps its extension`(_ text: String) {
    let name = SafeName.make(text)
    #expect(name.utf8.count <= 255)
    #expect(name.utf8.count > 225)
    #expect(name.hasSuffix(".png"))
  }

  @Test func `twins are found and others are not`() {
    func key(_ text: String) -> CollisionKey { CollisionKey(SafeName.make(text)) }
    #expect(key("a/b") == key("A/B"))
    #expect(key("José") == key("JOSE\u{301}"))
    #expect(key("ΣΟΦΟΣ") == key("σοφος"))
    #expect(key("A/B") != key("AB"))
    #expect(key("Ann") != key("Ann."))
    #expect(key("Isik") != key("Işık"))
  }
}
