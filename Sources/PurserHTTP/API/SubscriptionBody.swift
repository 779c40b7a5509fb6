/// The state of a subscription as our JSON shows it; `AnswerWriter` writes it.
enum SubscriptionBody {}
