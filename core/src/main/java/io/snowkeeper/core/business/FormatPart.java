package io.snowkeeper.core.business;

import java.time.LocalDate;

/** A piece of a format, with the rule for a text in its place. */
sealed interface FormatPart {

    /** Returns how many letters it has in each text; of a number, at the least. */
    int width();

    /** Text that is in each number as it is. */
    record Literal(String text) implements FormatPart {
        @Override
        public int width() {
            return text.length();
        }
    }

    /** A part of the period. */
    record Dated(DateField field) implements FormatPart {
        @Override
        public int width() {
            return field.width();
        }

        String of(LocalDate firstDay) {
            return digits(field.of(firstDay), field.width());
        }
    }

    /** The number, with zeros before it where it has fewer digits than that. */
    record Counted(int width) implements FormatPart {}

    /** Check digits of all that stands before them. */
    record Checked(CheckDigits digits) implements FormatPart {
        @Override
        public int width() {
            return digits.width();
        }

        String of(CharSequence before) {
            return FormatPart.digits(digits.of(before), digits.width());
        }
    }

    /** Returns a number with zeros before it where it has fewer digits than that. */
    static String digits(long number, int width) {
        String digits = Long.toString(number);
        return "0".repeat(Math.max(0, width - digits.length())) + digits;
    }
}
