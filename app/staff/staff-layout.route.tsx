import { Outlet } from "react-router";
import "./staff.css";

/** What the staff area wears: its own density and its two colour schemes. It guards nothing; each loader asks for itself. */
export default function StaffLayout() {
  return (
    <div className="staff">
      <Outlet />
    </div>
  );
}
