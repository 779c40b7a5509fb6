/// A page of sales.
package struct SalePage: Sendable {
    /// The sales.
    package let sales: [Sale]
    /// Where the next page begins; `nil` at the end.
    package let next: SaleCursor?

    /// A page of these sales.
    package init(sales: [Sale], next: SaleCursor?) {
        self.sales = sales
        self.next = next
    }
}
