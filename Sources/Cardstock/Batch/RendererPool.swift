internal import CardRender
internal import Synchronization

/// Renderers that stay open from one run to the next, with their fonts and pictures.
///
/// Without one, each run opens its own and closes them at its end. A picture is taken as it was
/// first read until it is forgotten.
public final class RendererPool: Sendable {
  /// A renderer that serves one worker at a time.
  final class Slot: Sendable {
    private let kept = Mutex<CardRenderer?>(nil)

    /// Opens the renderer, where there is none of these options yet.
    func open(_ options: CardRenderer.Options) throws {
      try kept.withLock { kept in
        if kept?.options == options { return }
        kept = try CardRenderer(options: options)
      }
    }

    /// Works with the renderer; nil where none was opened.
    func with<Result: Sendable>(
      _ body: @Sendable (CardRenderer) -> Result
    ) -> Result? {
      kept.withLock { $0.map(body) }
    }

    func forget(_ sources: [String]) {
      kept.withLock { kept in
        for source in sources { kept?.forgetPicture(source) }
      }
    }
  }

  private struct State {
    var slots: [Slot] = []
    /// The options without what reads SVGs, and what does.
    var svg: (options: CardRenderer.Options, loader: SVGLoader)?
  }

  private let state = Mutex(State())

  /// Makes an empty pool.
  public init() {}

  /// Forgets pictures by their sources, so that their files are read again where they are next
  /// asked for.
  public func forgetPictures(_ sources: [String]) {
    guard !sources.isEmpty else { return }
    for slot in state.withLock({ $0.slots }) { slot.forget(sources) }
  }

  /// The slot of a worker, by its number from 0.
  func slot(_ number: Int) -> Slot {
    state.withLock { state in
      while state.slots.count <= number { state.slots.append(Slot()) }
      return state.slots[number]
    }
  }

  /// Options with what reads SVGs for all workers, the same from run to run.
  func sharing(_ options: CardRenderer.Options) throws -> CardRenderer.Options {
    guard options.svg == nil else { return options }
    return try state.withLock { state in
      var shared = options
      if let known = state.svg, known.options == options {
        shared.svg = known.loader
      } else {
        let loader = try options.svgLoader()
        state.svg = (options, loader)
        shared.svg = loader
      }
      return shared
    }
  }
}

/// The slots of one run's workers: each takes the next one.
final class RendererTurns: Sendable {
  private let pool: RendererPool
  private let options: CardRenderer.Options
  private let next = Mutex(0)

  init(_ pool: RendererPool, _ options: CardRenderer.Options) {
    self.pool = pool
    self.options = options
  }

  /// The slot of the next worker, its renderer open.
  func take() throws -> RendererPool.Slot {
    let number = next.withLock { next in
      defer { next += 1 }
      return next
    }
    let slot = pool.slot(number)
    try slot.open(options)
    return slot
  }
}
