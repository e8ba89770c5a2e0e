import CardDiff
import CardModel
import Testing

struct ColorDifferenceTests {
  // The test data that Sharma, Wu and Dalal publish with the formula.
  @Test(arguments: [
    (50.0, 2.6772, -79.7751, 50.0, 0.0, -82.7485, 2.0425),
    (50.0, 3.1571, -77.2803, 50.0, 0.0, -82.7485, 2.8615),
    (50.0, -1.3802, -84.2814, 50.0, 0.0, -82.7485, 1.0000),
    (50.0, 0.0, 0.0, 50.0, -1.0, 2.0, 2.3669),
    (50.0, 2.49, -0.001, 50.0, -2.49, 0.0009, 7.1792),
    (50.0, -0.001, 2.49, 50.0, 0.0011, -2.49, 4.7461),
    (50.0, 2.5, 0.0, 73.0, 25.0, -18.0, 27.1492),
    (50.0, 2.5, 0.0, 58.0, 24.0, 15.0, 19.4535),
    (60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644),
    (22.7233, 20.0904, -46.694, 23.0331, 14.973, -42.5619, 2.0373),
    (2.0776, 0.0795, -1.135, 0.9033, -0.0636, -0.5514, 0.9082),
  ])
  func `the published pairs have the published differences`(
    l1: Double, a1: Double, b1: Double, l2: Double, a2: Double, b2: Double, expected: Double
  ) {
    let one = LabColor(lightness: l1, a: a1, b: b1)
    let other = LabColor(lightness: l2, a: a2, b: b2)
    #expect(abs(one.difference(to: other) - expected) < 0.0001)
    #expect(abs(other.difference(to: one) - expected) < 0.0001)
  }

  // The differences that popular thresholds let pass; here they are far above 1.
  @Test(arguments: [
    ("#EEEEEE", "#FFFFFF", 3.5), ("#FFFFE0", "#FFFFFF", 12.1), ("#003366", "#003C6E", 3.2),
  ])
  func `a vanished tint is a difference`(one: String, other: String, expected: Double) throws {
    let left = LabColor(try #require(Color(one)))
    let right = LabColor(try #require(Color(other)))
    #expect(abs(left.difference(to: right) - expected) < 0.06)
  }
}
