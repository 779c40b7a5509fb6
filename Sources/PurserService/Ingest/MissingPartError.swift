/// What authentic evidence lacks that its kind needs; it is kept and not applied.
package enum MissingPartError: Error, Hashable, Sendable {
    /// A notification lacks one of the objects that its type is about.
    case notificationObject(String)
    /// A transaction lacks a field that every transaction needs.
    case transactionField(String)
    /// A renewal info lacks a field that every renewal info needs.
    case renewalField(String)
    /// The product type is one we do not know, so nothing can be derived from it.
    case unknownProductType

    /// A stable code for logs, metrics and answers.
    package var code: String {
        switch self {
        case .notificationObject: "notification_object_missing"
        case .transactionField: "transaction_field_missing"
        case .renewalField: "renewal_field_missing"
        case .unknownProductType: "product_type_unknown"
        }
    }

    /// What is missing, in a sentence.
    package var detail: String {
        switch self {
        case .notificationObject(let name): "The notification has no \(name), which its type needs."
        case .transactionField(let name): "The transaction has no usable \(name)."
        case .renewalField(let name): "The renewal info has no usable \(name)."
        case .unknownProductType: "The transaction's product type is not one this version knows."
        }
    }
}
