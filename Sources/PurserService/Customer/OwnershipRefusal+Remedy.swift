package import Ledger

extension OwnershipRefusal {
    /// One plain sentence: what is wrong, and what helps.
    package var remedy: String {
        switch self {
        case .unknownChange: "No act on ownership has this id. Look at the customer's moves for the right one."
        case .alreadyUndone: "This act was undone before; nothing has changed."
        case .irreversible:
            "An erasure cannot be undone, because the name is gone, nor can an undo. Move the purchase instead."
        case .unknownCustomer: "Nobody has this customer id here. Check its spelling; ids are compared byte for byte."
        case .customerGone: "This customer was erased or merged into another one. Use the other one's id."
        case .mergedIntoItself:
            "A customer cannot be merged into himself, nor into somebody who is merged into him. Name another customer."
        case .unknownTransaction:
            "No transaction of this id is known in this environment. Check the id and the environment."
        }
    }
}
