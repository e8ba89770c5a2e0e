import Dispatch
import Foundation
import Synchronization

/// Knows whether the user has asked the process to stop (Ctrl-C), so that a run can end cleanly.
public final class Interrupt: Sendable {
  private let raised: Flag
  private let source: Mutex<any DispatchSourceSignal>

  private final class Flag: Sendable {
    let value = Mutex(false)
  }

  /// Takes the signal over from the system, which would end the process at once.
  public init() {
    _ = signal(SIGINT, SIG_IGN)
    let flag = Flag()
    raised = flag
    // A queue of its own: the shared ones have no more threads than cores, which may all be drawing.
    let made = DispatchSource.makeSignalSource(
      signal: SIGINT, queue: DispatchQueue(label: "cardstock.interrupt", qos: .userInteractive))
    made.setEventHandler { flag.value.withLock { $0 = true } }
    made.activate()
    source = Mutex(made)
  }

  deinit {
    source.withLock { $0.cancel() }
    _ = signal(SIGINT, SIG_DFL)
  }

  /// Whether a stop was asked for.
  public var isRaised: Bool { raised.value.withLock { $0 } }
}
