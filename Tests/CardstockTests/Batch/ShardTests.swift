import Cardstock
import Testing

@Suite struct ShardTests {
  // What Python says: int(hashlib.sha256(text.encode()).hexdigest()[:15], 16) % n
  @Test(arguments: [
    ("1", 3, 0),
    ("2", 3, 2),
    ("CR80-2026-000001", 3, 1),
    ("Zoë", 10, 3),
    ("", 2, 1),
    ("ada", 1000, 149),
  ])
  func `a record's part is what its hash says`(_ id: String, _ count: Int, _ part: Int) {
    let record = Record([.init("id", .text(id)), .init("name", .text("A"))])
    let parts = (1...count).filter { Shard(number: $0, of: count)?.contains(record) == true }
    #expect(parts == [part + 1])
  }

  @Test func `parts are of about the same size, and other fields do not count`() throws {
    var sizes = [0, 0, 0]
    for index in 0..<3000 {
      let record = Record([.init("id", .text("\(index)"))])
      let changed = Record([.init("name", .text("B")), .init("id", .text("\(index)"))])
      for part in 1...3 {
        let shard = try #require(Shard(number: part, of: 3))
        #expect(shard.contains(record) == shard.contains(changed))
        if shard.contains(record) { sizes[part - 1] += 1 }
      }
    }
    #expect(sizes.reduce(0, +) == 3000)
    #expect(sizes.allSatisfy { 900...1100 ~= $0 })
  }

  @Test func `without an id all of the record counts`() throws {
    let shards = try (1...7).map { try #require(Shard(number: $0, of: 7)) }
    let parts = (0..<70).map { index in
      let record = Record([.init("name", .text("N\(index)"))])
      return shards.filter { $0.contains(record) }.map(\.number)
    }
    #expect(parts.allSatisfy { $0.count == 1 })
    #expect(Set(parts).count == 7)
  }

  @Test(arguments: ["0/3", "4/3", "1/0", "1", "1/2/3", "a/b", "", "1/1000001", "-1/3"])
  func `what is no part is refused`(_ text: String) {
    #expect(Shard(text) == nil)
  }

  @Test func `a part is read as it is written`() {
    #expect(Shard("3/10") == Shard(number: 3, of: 10))
  }
}
