/// The identifier of one `Subject`, compared byte for byte.
///
/// Swift compares strings by canonical equivalence, by which two different byte sequences could name the same customer
/// or bundle; an identifier compares, orders and hashes its UTF-8 bytes instead. The type parameter only lets the
/// compiler distinguish kinds of identifiers.
package struct Identifier<Subject>: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The identifier as its owner writes it.
    package let rawValue: String

    /// Creates an identifier with this spelling.
    ///
    /// The code that accepts input validates the spelling.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates an identifier with this spelling.
    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The spelling of the identifier.
    package var description: String { self.rawValue }

    /// Returns whether every byte is equal.
    package static func == (left: Self, right: Self) -> Bool {
        left.rawValue.hasSameBytes(as: right.rawValue)
    }

    /// Compares the identifiers by their bytes.
    package static func < (left: Self, right: Self) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }

    /// Hashes the UTF-8 bytes.
    package func hash(into hasher: inout Hasher) {
        var copy = self.rawValue
        copy.withUTF8 { bytes in unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
    }
}

/// The short name that the configuration gives to an app; all data belongs to one app.
package typealias AppName = Identifier<AppNamespace>

/// The subject of `AppName`.
package enum AppNamespace {}

// Apple's identifiers, each with its own type, so that the compiler rejects one in place of another.

/// Apple's ID of one transaction (`transactionId`).
package typealias TransactionID = Identifier<TransactionSnapshot>

/// Apple's ID of the first transaction of a chain (`originalTransactionId`).
package typealias OriginalTransactionID = Identifier<Chain>

/// Apple's ID of one product (`productId`).
package typealias ProductID = Identifier<Product>

/// Apple's ID of one period of an auto-renewable subscription (`webOrderLineItemId`).
package typealias WebOrderLineItemID = Identifier<PurchaseKey>

/// Apple's ID of one Apple Account in one app (`appTransactionId`).
package typealias AppTransactionID = Identifier<AppleAccount>

/// The subject of `AppTransactionID`.
package enum AppleAccount {}
