/// Makes cards from data.
struct RenderCommand {
  let options: RenderOptions
  let console: Console

  func run() throws -> ExitCode {
    throw CommandFailure("'render' is not built.")
  }
}
