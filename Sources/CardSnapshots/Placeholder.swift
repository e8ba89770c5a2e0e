import CardModel
