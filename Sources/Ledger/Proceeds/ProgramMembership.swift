/// A developer's membership in a program with a reduced commission.
package struct ProgramMembership: Hashable, Sendable {
    /// The program.
    package let program: CommissionTable.Program
    /// The first day on which its rate applies.
    package let from: PacificDay
    /// The first day on which its rate no longer applies; `nil` where the membership goes on.
    package let until: PacificDay?
    /// The products that pay its rate; `nil` for all.
    package let products: Set<ProductID>?

    /// Creates a membership of these values.
    package init(
        in program: CommissionTable.Program,
        from: PacificDay,
        until: PacificDay? = nil,
        products: Set<ProductID>? = nil
    ) {
        self.program = program
        self.from = from
        self.until = until
        self.products = products
    }

    /// Returns whether the rate applies to a product on a day; without a product, whether it applies to all.
    func applies(to product: ProductID?, on day: PacificDay) -> Bool {
        guard self.from <= day, self.until.map({ day < $0 }) ?? true else { return false }
        guard let products else { return true }
        return product.map(products.contains) ?? false
    }
}
