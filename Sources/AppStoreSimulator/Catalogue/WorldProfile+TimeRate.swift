extension WorldProfile {
    /// The `_timeRate` of a `.storekit` file that makes Xcode's clock run so; `nil` for profiles that are not Xcode's.
    public var timeRate: Int? {
        let rates = [0, 10, 11, 12, 13, 15] + Array(1000...1005)
        return rates.first { WorldProfile(timeRate: $0) == self }
    }
}
