package io.snowkeeper.core.business;

import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The length of the periods in which a sequence's numbers begin anew, of the ISO calendar. */
public enum PeriodLength {
    YEAR {
        @Override
        LocalDate firstDay(LocalDate day) {
            return day.with(TemporalAdjusters.firstDayOfYear());
        }

        @Override
        LocalDate next(LocalDate firstDay) {
            return firstDay.plusYears(1);
        }
    },
    QUARTER {
        @Override
        LocalDate firstDay(LocalDate day) {
            return day.with(IsoFields.DAY_OF_QUARTER, 1);
        }

        @Override
        LocalDate next(LocalDate firstDay) {
            return firstDay.plus(1, IsoFields.QUARTER_YEARS);
        }
    },
    MONTH {
        @Override
        LocalDate firstDay(LocalDate day) {
            return day.with(TemporalAdjusters.firstDayOfMonth());
        }

        @Override
        LocalDate next(LocalDate firstDay) {
            return firstDay.plusMonths(1);
        }
    },
    DAY {
        @Override
        LocalDate firstDay(LocalDate day) {
            return day;
        }

        @Override
        LocalDate next(LocalDate firstDay) {
            return firstDay.plusDays(1);
        }
    };

    /** Returns the first day of the period that a day is in. */
    abstract LocalDate firstDay(LocalDate day);

    /** Returns the first day of the next period. */
    abstract LocalDate next(LocalDate firstDay);

    /** Returns the name by which the length is written: {@code month}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the length that is written so, empty if there is none. */
    public static Optional<PeriodLength> of(String text) {
        return Stream.of(values()).filter(length -> length.text().equals(text)).findFirst();
    }
}
