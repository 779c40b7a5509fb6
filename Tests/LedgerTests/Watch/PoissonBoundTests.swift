import Foundation
import Ledger
import Testing

@Suite struct PoissonBoundTests {
    @Test("The bounds are above the true probabilities, and not far above", arguments: [0.5, 3, 20, 100])
    func poisson(expected: Double) {
        var terms = [exp(-expected)]
        for count in 1..<600 { terms.append(terms[count - 1] * expected / Double(count)) }
        for count in 0..<400 {
            let least = log(terms[count...].reduce(0, +))
            let most = log(terms[...count].reduce(0, +))
            guard least.isFinite, least < -1e-9, most < -1e-9 else { continue }
            let upper = PoissonBound.atLeast(Double(count), expecting: expected)
            let lower = PoissonBound.atMost(Double(count), expecting: expected)
            #expect(upper >= least - 1e-9)
            #expect(lower >= most - 1e-9)
            if Double(count) > expected + 1 { #expect(upper <= 0.75 * least + 1) }
        }
    }

    @Test("The bound of shares is above the true probability")
    func binomial() {
        let total = 40
        let share = 0.1
        for count in 5...total {
            var sum = 0.0
            for hits in count...total {
                let ways = lgamma(Double(total + 1)) - lgamma(Double(hits + 1)) - lgamma(Double(total - hits + 1))
                sum += exp(ways + Double(hits) * log(share) + Double(total - hits) * log(1 - share))
            }
            let bound = PoissonBound.atLeast(Double(count), of: Double(total), share: share)
            #expect(bound >= log(sum) - 1e-9)
        }
    }

    @Test("Where none is expected none is allowed, and clumps allow more")
    func edges() {
        #expect(PoissonBound.atLeast(1, expecting: 0) == -.infinity)
        #expect(PoissonBound.atLeast(0, expecting: 0) == 0)
        #expect(PoissonBound.atMost(0, expecting: 30) == -30)
        #expect(PoissonBound.atMost(0, expecting: 30, clump: 3) == -10)
        #expect(PoissonBound.atLeast(3, of: 0, share: 0.1) == 0)
        #expect(PoissonBound.atLeast(3, of: 3, share: 0) == -.infinity)
    }
}
