import CardDiff
import Testing

struct SignificantTests {
  @Test(arguments: [
    (0.0, "0"), (1.0, "1"), (11.0 / 90_000, "0.0001222"), (516.0 / 90_000, "0.005733"),
    (123_456.0, "123456"), (99.99999, "100"), (3.14159, "3.142"), (1e-9, "0.000000001000"),
  ])
  func `a number has four significant digits and is never rounded away`(
    value: Double, text: String
  ) {
    #expect(significant(value) == text)
  }

  @Test(arguments: [(0.0123456, 0.01235), (1.234, 1.234), (3.50001, 3.501), (0, 0)])
  func `a limit is rounded up`(value: Double, limit: Double) {
    #expect(roundedUp(value) == limit)
    #expect(roundedUp(value) >= value)
  }
}
