// Who imports Cardstock has the words of the model, of the layout and of the drawing as well.
@_exported public import CardLayout
@_exported public import CardModel
@_exported public import CardRender
