package import Ledger

extension Sale.Part: StoredCode {
    /// Every part.
    package static let allCases: [Self] =
        [.money, .seats, .credit, .unpriced] + SaleExclusion.allCases.map(Self.excluded)

    /// The number in the database.
    var code: Int64 {
        switch self {
        case .money: 0
        case .seats: 1
        case .credit: 2
        case .unpriced: 3
        case .excluded(.family): 4
        case .excluded(.assigned): 5
        case .excluded(.sandbox): 6
        case .excluded(.trial): 7
        case .excluded(.promotional): 8
        case .excluded(.free): 9
        case .excluded(.unpriced): 10
        case .excluded(.restored): 11
        case .excluded(.notInApp): 12
        case .excluded(.empty): 13
        }
    }
}

extension SaleGroup.Period: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .none: 0
        case .new: 1
        case .renewal: 2
        }
    }
}
