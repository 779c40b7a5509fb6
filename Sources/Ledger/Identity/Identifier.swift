/// The name of one `Subject`, compared byte for byte.
///
/// Swift compares strings by canonical equivalence, which would let two different byte sequences name the same
/// customer or bundle; an identifier compares, orders and hashes its UTF-8 bytes instead. The subject only makes the
/// compiler keep kinds of identifiers apart.
package struct Identifier<Subject>: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The identifier as its owner writes it.
    package let rawValue: String

    /// An identifier with this spelling; what is a valid spelling is decided where it enters the system.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An identifier with this spelling.
    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The spelling itself.
    package var description: String { self.rawValue }

    /// Equal only when every byte is.
    package static func == (left: Self, right: Self) -> Bool {
        left.rawValue.hasSameBytes(as: right.rawValue)
    }

    /// Ordered by bytes.
    package static func < (left: Self, right: Self) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) {
        var copy = self.rawValue
        copy.withUTF8 { bytes in unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
    }
}

/// The short name that the configuration gives to an app; everything belongs to one app.
package typealias AppName = Identifier<AppNamespace>

/// The subject of `AppName`.
package enum AppNamespace {}

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
