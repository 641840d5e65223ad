import { useEffect, useEffectEvent, useState } from "react";

/** What has just happened, told in passing. */
export type Notice = { title: string; description: string; bad?: boolean };

type PostedNotice = Notice & { id: number };

// spec §9: notices close by themselves after about 4 to 5 seconds; at most 3 are visible.
const visibleMs = 5_000;
const mostVisible = 3;

/** The notices of one screen, oldest first, with the functions that post one and take it away. */
export function useNotices() {
  const [notices, setNotices] = useState<readonly PostedNotice[]>([]);
  return {
    notices,
    post(notice: Notice): void {
      setNotices((posted) =>
        [...posted, { ...notice, id: (posted.at(-1)?.id ?? 0) + 1 }].slice(-mostVisible),
      );
    },
    close(id: number): void {
      setNotices((posted) => posted.filter((notice) => notice.id !== id));
    },
  };
}

/** Where notices appear. It is there from the start, empty: what is added to it later is announced. */
export function NoticeRegion({
  notices,
  onClose,
}: {
  notices: readonly PostedNotice[];
  onClose: (id: number) => void;
}) {
  return (
    <div className="toasts" role="status">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} onClose={() => onClose(notice.id)} />
      ))}
    </div>
  );
}

function NoticeCard({ notice, onClose }: { notice: PostedNotice; onClose: () => void }) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const timer = setTimeout(() => close(), visibleMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={notice.bad === true ? "toast bad" : "toast"}>
      <div>
        <p>
          <b>{notice.title}</b>
        </p>
        <p>{notice.description}</p>
      </div>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
}
