import PurserService
import Testing
import purser

/// What a command says that did nothing.
@Suite struct NothingDoneTests {
    @Test(
        "Commands that speak Chinese say in Chinese that nothing was done",
        arguments: [
            NothingDone.Code.refundWordSame, .overrideSame, .overrideMissing, .policySame, .dayAccepted,
            .dayNotAccepted,
        ]
    )
    func chinese(code: NothingDone.Code) {
        let text = code.said.text(in: .simplifiedChinese)
        #expect(text.hasPrefix("未作任何更改：") && text.hasSuffix("。"), "\(text)")
        #expect(code.said.text(in: .english) == code.sentence)
    }
}
