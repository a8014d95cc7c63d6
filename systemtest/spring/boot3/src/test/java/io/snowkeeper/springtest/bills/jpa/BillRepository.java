package io.snowkeeper.springtest.bills.jpa;

import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

interface BillRepository extends JpaRepository<Bill, Long> {

    Optional<Bill> findByOrderKey(String orderKey);
}
