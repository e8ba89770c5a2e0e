// Who imports CardSnapshots has the tolerances and the outcomes of comparisons as well.
@_exported public import CardComparison
@_exported public import CardDiff
