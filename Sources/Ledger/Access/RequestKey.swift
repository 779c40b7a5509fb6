/// The key that a sender has given to a request that he may repeat (the `Idempotency-Key` header).
package typealias RequestKey = Identifier<IdempotentRequest>
