/// What came of making an order.
package enum OrderCreation: Hashable, Sendable {
    /// It is made; a payment may be known already.
    case created(OrderRecord)
    /// There is one of this name, which stays as it is.
    case nameTaken
    /// The customer has made another order since the guards looked.
    case overtaken
    /// As many orders of the customer wait for their payment as may.
    case tooManyOpen
    /// The customer has made as many orders as they may within a span of time, and may make the next one then.
    case tooMany(until: Instant)
    /// Its token stands for another customer, or for another order.
    case tokenTaken
}
