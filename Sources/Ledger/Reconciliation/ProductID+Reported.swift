extension ProductID {
    /// Creates the product id that a report names.
    ///
    /// Most reports name the product id as it is. SKUs of the Advanced Commerce API are in single quotes, separated by
    /// commas where a purchase has several: the order does not matter, so the id has them without quotes and in
    /// ascending order. A text that is not quoted throughout is used unchanged.
    package init(reported sku: String) {
        let bytes = Array(sku.utf8)
        guard bytes.count > 2, bytes.first == 0x27, bytes.last == 0x27 else {
            self.init(sku)
            return
        }
        let words = sku.split(separator: ",", omittingEmptySubsequences: false).map { word in
            Array(String(word).trimmingSpaces.utf8)
        }
        guard words.allSatisfy({ $0.count > 2 && $0.first == 0x27 && $0.last == 0x27 }) else {
            self.init(sku)
            return
        }
        let names = words.map { String(decoding: $0[1..<($0.count - 1)], as: UTF8.self) }
        guard names.allSatisfy({ !$0.utf8.contains(0x27) }) else {
            self.init(sku)
            return
        }
        self.init(names.sorted().joined(separator: ","))
    }
}

extension String {
    /// The text without spaces before and after it.
    fileprivate var trimmingSpaces: String {
        guard let first = self.firstIndex(where: { $0 != " " }), let last = self.lastIndex(where: { $0 != " " }) else {
            return ""
        }
        return String(self[first...last])
    }
}
