/// A customer's entitlements as our JSON shows them; `AnswerWriter` writes them.
enum EntitlementsBody {}
