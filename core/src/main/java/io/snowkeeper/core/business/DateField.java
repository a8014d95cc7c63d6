package io.snowkeeper.core.business;

import java.time.LocalDate;
import java.time.temporal.IsoFields;

/** A part of a period's first day that a format names, in digits of a fixed width. */
enum DateField {
    YEAR("yyyy", 4, "a year, 0001 to 9999") {
        @Override
        int of(LocalDate day) {
            return day.getYear();
        }
    },
    YEAR_OF_CENTURY("yy", 2, "a year of 2000 to 2099") {
        @Override
        int of(LocalDate day) {
            return day.getYear() - FIRST_OF_CENTURY;
        }
    },
    QUARTER("q", 1, "a quarter, 1 to 4") {
        @Override
        int of(LocalDate day) {
            return day.get(IsoFields.QUARTER_OF_YEAR);
        }
    },
    MONTH("MM", 2, "a month, 01 to 12") {
        @Override
        int of(LocalDate day) {
            return day.getMonthValue();
        }
    },
    DAY("dd", 2, "a day of that month") {
        @Override
        int of(LocalDate day) {
            return day.getDayOfMonth();
        }
    };

    /** The first year of the century that two digits stand for. */
    static final int FIRST_OF_CENTURY = 2000;

    private final String text;
    private final int width;
    private final String meaning;

    DateField(String text, int width, String meaning) {
        this.text = text;
        this.width = width;
        this.meaning = meaning;
    }

    /** Returns the value of a day. */
    abstract int of(LocalDate day);

    /** Returns the name that a format has for it. */
    String text() {
        return text;
    }

    int width() {
        return width;
    }

    /** Returns its meaning, for people. */
    String meaning() {
        return meaning;
    }
}
