import Glibc

/// Keywords and values as libpq wants them, in two lists that end with nothing.
@safe struct CStringPairs: ~Copyable {
    private let keywords: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>
    private let values: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>

    /// Copies the pairs.
    init(_ pairs: [(keyword: String, value: String)]) {
        unsafe self.keywords = unsafe Self.copy(pairs.map(\.keyword))
        unsafe self.values = unsafe Self.copy(pairs.map(\.value))
    }

    deinit {
        unsafe Self.free(self.keywords)
        unsafe Self.free(self.values)
    }

    /// Calls the closure with both lists.
    func withLists<Answer>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<UnsafePointer<CChar>?>?) -> Answer
    ) -> Answer {
        unsafe body(UnsafePointer(self.keywords.baseAddress), UnsafePointer(self.values.baseAddress))
    }

    private static func copy(_ strings: [String]) -> UnsafeMutableBufferPointer<UnsafePointer<CChar>?> {
        let list = UnsafeMutableBufferPointer<UnsafePointer<CChar>?>.allocate(capacity: strings.count + 1)
        unsafe list.initialize(repeating: nil)
        for (index, string) in strings.enumerated() { unsafe list[index] = unsafe UnsafePointer(strdup(string)) }
        return unsafe list
    }

    private static func free(_ list: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>) {
        for index in list.indices { unsafe Glibc.free(UnsafeMutablePointer(mutating: list[index])) }
        unsafe list.deallocate()
    }
}
