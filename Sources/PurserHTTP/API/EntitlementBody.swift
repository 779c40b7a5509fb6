/// An entitlement as our JSON shows it; `AnswerWriter` writes it.
enum EntitlementBody {}
