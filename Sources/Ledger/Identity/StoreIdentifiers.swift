// Apple's identifiers, each its own type so that one is never passed for another.

/// Apple's id of one transaction (`transactionId`).
package typealias TransactionID = Identifier<TransactionSnapshot>

/// Apple's id of the first transaction of a chain (`originalTransactionId`).
package typealias OriginalTransactionID = Identifier<Chain>

/// Apple's id of one product (`productId`).
package typealias ProductID = Identifier<Product>

/// Apple's id of one period of an auto-renewable subscription (`webOrderLineItemId`).
package typealias WebOrderLineItemID = Identifier<PurchaseKey>

/// Apple's id of one Apple Account in one app (`appTransactionId`).
package typealias AppTransactionID = Identifier<AppleAccount>

/// The subject of `AppTransactionID`.
package enum AppleAccount {}
