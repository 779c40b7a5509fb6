extension ExplorerAuthor {
    /// How many of a hundred programs have orders in them.
    private static let share = 30

    /// The same program with orders made, paid for and called off among its steps.
    ///
    /// It draws from a generator of its own, so a program without orders is the same as it was before there were any, and
    /// one with orders has all its other steps.
    static func withOrders(_ program: ExplorerProgram, among customers: [String]) -> ExplorerProgram {
        var chance = SeededGenerator(seed: program.seed ^ 0x6f72_6465_7273)
        let speaking = customers.filter { !program.silentCustomers.contains($0) }
        guard chance.happens(percent: Self.share), !speaking.isEmpty else { return program }
        var program = program
        for _ in 0..<(1 + chance.number(below: 3)) {
            let customer = chance.pick(speaking)
            let quantity = 1 + chance.number(below: 3)
            // What is done with an order comes after it, somewhere before the last quiet point.
            var deeds: [ExplorerOrdering.Deed] = [.make]
            if chance.happens(percent: 20) { deeds.append(.payOther) }
            if chance.happens(percent: 20) { deeds.append(.cancel) }
            if chance.happens(percent: 85) { deeds.append(.pay) }
            if chance.happens(percent: 15) { deeds.append(.pay) }
            var place = chance.number(below: program.steps.count)
            for deed in deeds {
                let step = ExplorerOrdering(customer: customer, deed: deed, quantity: quantity)
                program.steps.insert(.order(step), at: place)
                place += 1 + chance.number(below: max(1, program.steps.count - 1 - place))
            }
        }
        return program
    }
}
