/// Arithmetic modulo the prime order of an elliptic curve, in Montgomery form.
///
/// Numbers are 64-bit limbs, least significant first, always below the modulus. The running time depends on the
/// numbers, so the type is for the throw-away keys of a simulated store only, never for a key that protects something.
struct ScalarField: Sendable {
    /// The prime modulus.
    let modulus: [UInt64]
    /// The negated inverse of the modulus' lowest limb, modulo 2^64.
    private let negatedInverse: UInt64
    /// The square of the Montgomery radix, which converts a number into Montgomery form.
    private let radixSquared: [UInt64]

    /// Creates the field of this odd prime, which must fill its highest limb.
    init(modulus: [UInt64]) {
        self.modulus = modulus
        // Newton's iteration doubles the correct bits each round: 6 rounds reach 64.
        var inverse: UInt64 = 1
        for _ in 0..<6 {
            inverse = inverse &* (2 &- modulus[0] &* inverse)
        }
        self.negatedInverse = 0 &- inverse
        var square = [UInt64](repeating: 0, count: modulus.count)
        square[0] = 1
        for _ in 0..<(128 * modulus.count) {
            square = Self.sum(square, square, modulo: modulus)
        }
        self.radixSquared = square
    }

    /// The number of bytes of a number.
    var byteCount: Int { self.modulus.count * 8 }

    /// Returns the number of these big-endian bytes, reduced once; there are ``byteCount`` bytes.
    func number(_ bytes: some Collection<UInt8>) -> [UInt64] {
        let reduced = Self.limbs(bytes)
        return Self.isBelow(reduced, self.modulus) ? reduced : Self.difference(reduced, self.modulus)
    }

    /// Returns the number as big-endian bytes.
    func bytes(_ number: [UInt64]) -> [UInt8] {
        number.reversed().flatMap { limb in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: limb >> UInt64($0)) }
        }
    }

    /// Returns the sum of two numbers.
    func sum(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        Self.sum(left, right, modulo: self.modulus)
    }

    /// Returns the product of two numbers.
    func product(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        // One factor in Montgomery form cancels the division of the reduction.
        self.reducedProduct(self.reducedProduct(left, self.radixSquared), right)
    }

    /// Returns the inverse of a non-zero number by Fermat's theorem: its power to the modulus less two, four bits at a
    /// time.
    func inverse(_ number: [UInt64]) -> [UInt64] {
        let count = self.modulus.count
        var exponent = self.modulus
        exponent[0] -= 2
        var one = [UInt64](repeating: 0, count: count)
        one[0] = 1
        let base = self.reducedProduct(number, self.radixSquared)
        var powers = [self.reducedProduct(one, self.radixSquared), base]
        for _ in 2..<16 { powers.append(self.reducedProduct(powers[powers.count - 1], base)) }
        var power = powers[0]
        var total = [UInt64](repeating: 0, count: count + 2)
        for limb in exponent.reversed() {
            for shift in stride(from: 60, through: 0, by: -4) {
                for _ in 0..<4 {
                    self.multiply(power, power, into: &total)
                    self.settle(&total, into: &power)
                }
                self.multiply(power, powers[Int((limb >> UInt64(shift)) & 15)], into: &total)
                self.settle(&total, into: &power)
            }
        }
        return self.reducedProduct(power, one)
    }

    /// Returns the product divided by the Montgomery radix.
    private func reducedProduct(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        var total = [UInt64](repeating: 0, count: self.modulus.count + 2)
        var product = left
        self.multiply(left, right, into: &total)
        self.settle(&total, into: &product)
        return product
    }

    /// Computes the product divided by the Montgomery radix, below twice the modulus (coarsely integrated operand
    /// scanning).
    ///
    /// `total` has two limbs more than the numbers; reusing it avoids an allocation for each of hundreds of products.
    private func multiply(_ left: [UInt64], _ right: [UInt64], into total: inout [UInt64]) {
        let count = self.modulus.count
        for index in total.indices { total[index] = 0 }
        for i in 0..<count {
            var carry: UInt64 = 0
            for j in 0..<count {
                (total[j], carry) = Self.multiplyAdd(left[j], right[i], total[j], carry)
            }
            let (top, overflow) = total[count].addingReportingOverflow(carry)
            total[count] = top
            total[count + 1] = overflow ? 1 : 0
            let factor = total[0] &* self.negatedInverse
            (_, carry) = Self.multiplyAdd(factor, self.modulus[0], total[0], 0)
            for j in 1..<count {
                (total[j - 1], carry) = Self.multiplyAdd(factor, self.modulus[j], total[j], carry)
            }
            let (next, nextOverflow) = total[count].addingReportingOverflow(carry)
            total[count - 1] = next
            total[count] = total[count + 1] + (nextOverflow ? 1 : 0)
        }
    }

    /// Reduces a product below the modulus.
    private func settle(_ total: inout [UInt64], into number: inout [UInt64]) {
        let count = self.modulus.count
        var isBelow = total[count] == 0
        if isBelow {
            isBelow = false
            for index in stride(from: count - 1, through: 0, by: -1) where total[index] != self.modulus[index] {
                isBelow = total[index] < self.modulus[index]
                break
            }
        }
        guard !isBelow else {
            for index in 0..<count { number[index] = total[index] }
            return
        }
        var borrow: UInt64 = 0
        for index in 0..<count {
            let (first, firstBorrow) = total[index].subtractingReportingOverflow(self.modulus[index])
            let (second, secondBorrow) = first.subtractingReportingOverflow(borrow)
            borrow = firstBorrow || secondBorrow ? 1 : 0
            number[index] = second
        }
    }

    private static func multiplyAdd(
        _ left: UInt64,
        _ right: UInt64,
        _ addend: UInt64,
        _ carry: UInt64
    ) -> (low: UInt64, high: UInt64) {
        var (high, low) = left.multipliedFullWidth(by: right)
        var overflow: Bool
        (low, overflow) = low.addingReportingOverflow(addend)
        high &+= overflow ? 1 : 0
        (low, overflow) = low.addingReportingOverflow(carry)
        high &+= overflow ? 1 : 0
        return (low, high)
    }

    private static func limbs(_ bytes: some Collection<UInt8>) -> [UInt64] {
        var limbs: [UInt64] = []
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            limbs.append(rest.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
            rest = rest.dropLast(8)
        }
        return limbs
    }

    private static func isBelow(_ left: [UInt64], _ right: [UInt64]) -> Bool {
        for (one, other) in zip(left.reversed(), right.reversed()) where one != other {
            return one < other
        }
        return false
    }

    private static func difference(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        var borrow: UInt64 = 0
        return zip(left, right).map { one, other in
            let (first, firstBorrow) = one.subtractingReportingOverflow(other)
            let (second, secondBorrow) = first.subtractingReportingOverflow(borrow)
            borrow = firstBorrow || secondBorrow ? 1 : 0
            return second
        }
    }

    private static func sum(_ left: [UInt64], _ right: [UInt64], modulo modulus: [UInt64]) -> [UInt64] {
        var carry: UInt64 = 0
        let total = zip(left, right).map { one, other in
            let (first, firstCarry) = one.addingReportingOverflow(other)
            let (second, secondCarry) = first.addingReportingOverflow(carry)
            carry = firstCarry || secondCarry ? 1 : 0
            return second
        }
        return carry == 1 || !Self.isBelow(total, modulus) ? Self.difference(total, modulus) : total
    }
}
