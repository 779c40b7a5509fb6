/// What came of making an order.
package enum OrderCreation: Hashable, Sendable {
    /// It is made; a payment may be known already.
    case created(OrderRecord)
    /// There is one of this name, which stays as it is.
    case nameTaken
    /// The customer has made another order since the guards looked.
    case overtaken
    /// Its token stands for another customer, or for another order.
    case tokenTaken
}
