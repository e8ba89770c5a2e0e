import CardLayout
import CardModel
import Testing

struct ProposalTests {
  @Test func `the axes of a proposal are independent`() {
    #expect(Proposal(width: 3, height: nil)[.vertical] == nil)
  }
}
