import AppStoreSimulator

extension ExplorerAuthor {
    /// The percentage of programs with a group.
    private static let share = 30

    /// The same program with a group among its steps: seats are bought, added, refunded and given up, and members come
    /// and go.
    ///
    /// It draws from a generator of its own, so a program without a group is the same as it was before there were any.
    static func withSeats(_ program: ExplorerProgram, among customers: [String]) -> ExplorerProgram {
        var chance = SeededGenerator(seed: program.seed ^ 0x0073_6561_7473)
        guard chance.happens(percent: Self.share), let purchaser = customers.first else { return program }
        let product = chance.pick(ExplorerShop.teams)
        let count = 2 + chance.number(below: 4)
        let purchase = ExplorerReference.text(customer: purchaser, back: 0)
        let token = chance.happens(percent: 70) ? ExplorerShop.token(of: purchaser) : nil
        var actions = [WorldAction.buySeats(count, of: product, by: purchaser, token: token)]
        let others = ExplorerShop.customers.filter { $0 != purchaser }
        for number in 0..<(3 + chance.number(below: 5)) {
            switch chance.number(below: 5) {
            case 0: actions.append(.buySeats(count + 1 + chance.number(below: 3), of: product, by: purchaser))
            case 1: actions.append(.changeSeats(of: product, to: 1 + chance.number(below: count), by: purchaser))
            case 2:
                var refund = WorldAction(.refund)
                refund.transaction = purchase
                refund.seats = 1 + chance.number(below: 2)
                actions.append(refund)
            case 3 where product == ExplorerShop.teams[0]:
                actions.append(.claimSeat(of: purchase, request: "5a0f4d86-8f0b-4b44-b5a1-4f3f0c5a9d1\(number)"))
            case 3: actions.append(.leaveGroup(of: purchase, chance.pick(others)))
            default: actions.append(.joinGroup(of: purchase, chance.pick(others)))
            }
        }
        var program = program
        var place = chance.number(below: max(1, program.steps.count / 2))
        for action in actions {
            program.steps.insert(.act(action), at: place)
            place += 1 + chance.number(below: max(1, min(5, program.steps.count - 1 - place)))
        }
        return program
    }
}
