import Synchronization
import Testing

@testable import Cardstock

struct OrderedPipelineTests {
  private final class Log: Sendable {
    let values = Mutex<[Int]>([])
    func add(_ value: Int) { values.withLock { $0.append(value) } }
  }

  private func counter(to end: Int) -> () throws -> Int? {
    var next = 0
    return {
      guard next < end else { return nil }
      next += 1
      return next - 1
    }
  }

  @Test(arguments: [1, 2, 4, 9])
  func `results come in the order of the inputs for any number of workers`(workers: Int)
    async throws
  {
    let log = Log()
    try await OrderedPipeline<Int, Int>(workers: workers).run(
      nextInput: counter(to: 200), makeWorker: { 0 },
      work: { _, _, input in
        if input % 7 == 0 { for _ in 0..<10_000 { _ = log.values.withLock { $0.count } } }
        return input * 2
      },
      deliver: { _, output in
        log.add(output)
        return true
      })
    #expect(log.values.withLock { $0 } == (0..<200).map { $0 * 2 })
  }

  @Test func `a worker's state is made once for each worker`() async throws {
    let log = Log()
    try await OrderedPipeline<Int, Int>(workers: 3).run(
      nextInput: counter(to: 50), makeWorker: { log.add(1) }, work: { _, _, input in input },
      deliver: { _, _ in true })
    #expect(log.values.withLock { $0.count } == 3)
  }

  @Test func `no more inputs are taken than the window allows`() async throws {
    let taken = Log()
    let log = Log()
    try await OrderedPipeline<Int, Int>(workers: 4, window: 5).run(
      nextInput: {
        guard taken.values.withLock({ $0.count }) < 100 else { return nil }
        taken.add(0)
        return 0
      }, makeWorker: {}, work: { _, _, input in input },
      deliver: { index, _ in
        log.add(taken.values.withLock { $0.count } - index)
        return true
      })
    #expect(log.values.withLock { $0.max() ?? 0 } <= 6)
  }

  @Test func `a stop ends the run and nothing more is handed on`() async throws {
    let log = Log()
    try await OrderedPipeline<Int, Int>(workers: 4).run(
      nextInput: counter(to: 1000), makeWorker: {}, work: { _, _, input in input },
      deliver: { _, output in
        log.add(output)
        return output < 9
      })
    #expect(log.values.withLock { $0 } == Array(0...9))
  }

  private struct Broken: Error, Equatable {}

  @Test func `an error of the stream ends the run after what was taken`() async {
    await #expect(throws: Broken()) {
      try await OrderedPipeline<Int, Int>(workers: 2).run(
        nextInput: { throw Broken() }, makeWorker: {}, work: { _, _, input in input },
        deliver: { _, _ in true })
    }
  }
}
