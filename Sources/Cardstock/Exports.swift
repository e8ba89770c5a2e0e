// Who imports Cardstock has the words of the model and of the layout as well.
@_exported public import CardLayout
@_exported public import CardModel
