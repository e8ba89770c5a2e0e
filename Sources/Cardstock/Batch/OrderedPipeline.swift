internal import Synchronization

/// Runs a stream of inputs through several workers and hands the results on in the stream's order.
///
/// Each worker has a state of its own, made in its task and never shared. No more than `window`
/// inputs are ahead of the next result, so memory stays flat however long the stream is.
struct OrderedPipeline<Input: Sendable, Output: Sendable>: Sendable {
  /// The number of workers, at least 1.
  let workers: Int
  /// The most inputs taken and not yet handed on.
  let window: Int

  init(workers: Int, window: Int? = nil) {
    self.workers = max(workers, 1)
    self.window = max(window ?? workers * 4, self.workers)
  }

  /// Runs until the stream ends, `deliver` returns false, or something throws.
  ///
  /// - Parameters:
  ///   - nextInput: gives the next input; called by one worker at a time.
  ///   - makeWorker: makes a worker's state, in the worker's task.
  ///   - work: turns an input into a result with the worker's state.
  ///   - deliver: takes each result in order, one at a time; false ends the run.
  /// - Throws: what `nextInput`, `makeWorker` or `deliver` throws, after all workers have stopped.
  func run<Worker>(
    nextInput: sending @escaping () throws -> Input?,
    makeWorker: @escaping @Sendable () throws -> Worker,
    work: @escaping @Sendable (Worker, Int, Input) -> Output,
    deliver: sending @escaping (Int, Output) throws -> Bool
  ) async throws {
    let line = Line(window: window, nextInput: nextInput, deliver: deliver)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<workers {
        group.addTask {
          do {
            let worker = try makeWorker()
            while true {
              switch line.turn() {
              case .over: return
              case .wait: try? await Task.sleep(for: .microseconds(200))
              case .work(let index, let input):
                line.finish(index, work(worker, index, input))
              }
            }
          } catch {
            line.fail(error)
          }
        }
      }
    }
    if let failure = line.failure { throw failure }
  }

  /// What is next for a worker.
  private enum Turn {
    case work(Int, Input)
    case wait
    case over
  }

  /// The stream and how far it has come, behind one lock.
  private final class Line: Sendable {
    private struct State {
      var nextInput: () throws -> Input?
      var deliver: (Int, Output) throws -> Bool
      var taken = 0
      var delivered = 0
      var waiting: [Int: Output] = [:]
      /// Whether no more inputs are taken.
      var isOver = false
      /// Whether `deliver` has ended the run.
      var isStopped = false
      var failure: (any Error)?

      mutating func fail(_ error: any Error) {
        isOver = true
        failure = failure ?? error
      }
    }

    private let state: Mutex<State>
    private let window: Int

    init(
      window: Int, nextInput: sending @escaping () throws -> Input?,
      deliver: sending @escaping (Int, Output) throws -> Bool
    ) {
      self.window = window
      state = Mutex(State(nextInput: nextInput, deliver: deliver))
    }

    var failure: (any Error)? { state.withLock { $0.failure } }

    func fail(_ error: any Error) { state.withLock { $0.fail(error) } }

    func turn() -> Turn {
      state.withLock { state in
        if state.isOver { return .over }
        if state.taken - state.delivered >= window { return .wait }
        do {
          guard let input = try state.nextInput() else {
            state.isOver = true
            return .over
          }
          state.taken += 1
          return .work(state.taken - 1, input)
        } catch {
          state.fail(error)
          return .over
        }
      }
    }

    /// Keeps a result until all before it are handed on, then hands on what is due.
    func finish(_ index: Int, _ output: Output) {
      state.withLock { state in
        // After the end nothing is handed on: what other workers still had in hand is dropped.
        guard !state.isStopped else { return }
        state.waiting[index] = output
        while state.failure == nil, !state.isStopped,
          let due = state.waiting.removeValue(forKey: state.delivered)
        {
          state.delivered += 1
          do {
            if try !state.deliver(state.delivered - 1, due) {
              state.isOver = true
              state.isStopped = true
              state.waiting = [:]
              return
            }
          } catch {
            state.fail(error)
          }
        }
      }
    }
  }
}
