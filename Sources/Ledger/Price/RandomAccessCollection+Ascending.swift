extension RandomAccessCollection {
    /// Returns the place of the first element whose amount is not below another, or the end where there is none.
    ///
    /// - Parameters:
    ///   - amount: The amount, in milliunits.
    ///   - amountOf: Returns the amount of an element; the elements ascend by it.
    /// - Returns: The place, found by halving.
    func firstIndex(notBelow amount: Int64, by amountOf: (Element) -> Int64) -> Index {
        var start = self.startIndex
        var count = self.count
        while count > 0 {
            let half = count / 2
            let middle = self.index(start, offsetBy: half)
            if amountOf(self[middle]) < amount {
                start = self.index(after: middle)
                count -= half + 1
            } else {
                count = half
            }
        }
        return start
    }
}
